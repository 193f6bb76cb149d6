// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NumPy's .npy files, version 1 to 3, little-endian and in C order.

const types = {
  '<f4': Float32Array, '<f8': Float64Array, '<i4': Int32Array, '<u4': Uint32Array, '<i8': BigInt64Array,
  '<u8': BigUint64Array, '<i2': Int16Array, '<u2': Uint16Array, '|i1': Int8Array, '|u1': Uint8Array, '|b1': Uint8Array,
};

/// Reads a file: { shape, data }, data being a typed array.
export function parseNpy(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
  if (bytes.length < 12 || magic.some((byte, i) => bytes[i] !== byte)) throw new Error('this is no .npy file');
  const isLong = bytes[6] >= 2;
  const begin = isLong ? 12 : 10, length = isLong ? view.getUint32(8, true) : view.getUint16(8, true);
  const header = new TextDecoder('latin1').decode(bytes.subarray(begin, begin + length));
  const descriptor = /'descr':\s*'([^']*)'/.exec(header)?.[1], shapeText = /'shape':\s*\(([^)]*)\)/.exec(header)?.[1];
  if (!types[descriptor] || shapeText === undefined || !/'fortran_order':\s*False/.test(header))
    throw new Error(`a .npy file with the header ${header.trim()} is not supported`);
  const shape = shapeText.split(',').map((part) => part.trim()).filter((part) => part !== '').map(Number);
  const count = shape.reduce((product, extent) => product * extent, 1), size = types[descriptor].BYTES_PER_ELEMENT;
  const data = bytes.slice(begin + length, begin + length + count * size);
  if (data.length !== count * size) throw new Error('the .npy file is cut short');
  return { shape, data: new types[descriptor](data.buffer, data.byteOffset, count) };
}
