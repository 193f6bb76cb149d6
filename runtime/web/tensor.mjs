// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of tensors in bytes, as the host sees them: row-major, little-endian, an i1 in a byte.

const arrays = {
  i1: Uint8Array, i8: Int8Array, i16: Int16Array, i32: Int32Array, i64: BigInt64Array,
  u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, u64: BigUint64Array,
  f16: Uint16Array, bf16: Uint16Array, f32: Float32Array, f64: Float64Array,
};

function fromHalf(bits) {
  const exponent = (bits >> 10) & 31, fraction = bits & 1023, sign = bits & 0x8000 ? -1 : 1;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent ? 2 ** (exponent - 15) * (1 + fraction / 1024) : 2 ** -14 * (fraction / 1024));
}

function fromBrainFloat(bits) {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint16(2, bits, true);
  return view.getFloat32(0, true);
}

const decoders = { f16: fromHalf, bf16: fromBrainFloat };

/// The elements of a tensor, a typed array: numbers, or BigInts for integers of 64 bits.
export function elementsOf(dtype, bytes) {
  const array = arrays[dtype];
  if (!array || bytes.length % array.BYTES_PER_ELEMENT)
    throw new Error(`${bytes.length} bytes are no elements of type ${dtype}`);
  const whole = bytes.byteOffset % array.BYTES_PER_ELEMENT ? bytes.slice() : bytes;
  const elements = new array(whole.buffer, whole.byteOffset, whole.byteLength / array.BYTES_PER_ELEMENT);
  return decoders[dtype] ? Float32Array.from(elements, decoders[dtype]) : elements;
}

const isFloat = (dtype) => ['f16', 'bf16', 'f32', 'f64'].includes(dtype);

/// Compares as accy-run does. Floating-point elements agree when |actual - expected| <= atol + rtol * |expected|, when
/// both are NaN, or when both are the same infinity; others must be equal. Gives { equal, mismatches,
/// maxAbsoluteError, maxRelativeError, first }: errors over finite pairs of floats, and { index, actual, expected } of
/// the first element that differs, or null.
export function compareElements(dtype, actual, expected, { rtol, atol }) {
  const result = { equal: true, mismatches: 0, maxAbsoluteError: 0, maxRelativeError: 0, first: null };
  const float = isFloat(dtype);
  for (let i = 0; i < expected.length; ++i) {
    const a = actual[i], e = expected[i];
    if (float && Number.isFinite(a) && Number.isFinite(e)) {
      const error = Math.abs(a - e);
      result.maxAbsoluteError = Math.max(result.maxAbsoluteError, error);
      if (e !== 0) result.maxRelativeError = Math.max(result.maxRelativeError, error / Math.abs(e));
      if (error <= atol + rtol * Math.abs(e)) continue;
    } else if (a === e || (a !== a && e !== e)) {
      continue;
    }
    result.first ??= { index: i, actual: String(a), expected: String(e) };
    ++result.mismatches;
  }
  result.equal = result.mismatches === 0;
  return result;
}
