// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NumPy's .npy files, version 1 to 3, little-endian and in C order.

const dtypes = {
  '<f2': 'f16', '<f4': 'f32', '<f8': 'f64', '|b1': 'i1', '|i1': 'i8', '<i2': 'i16', '<i4': 'i32', '<i8': 'i64',
  '|u1': 'u8', '<u2': 'u16', '<u4': 'u32', '<u8': 'u64',
};
const sizeOf = (descriptor) => Number(descriptor.slice(2));

/// Reads a file: { dtype, shape, bytes }, the bytes being the elements'.
export function parseNpy(file) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
  if (file.length < 12 || magic.some((byte, i) => file[i] !== byte)) throw new Error('this is no .npy file');
  const isLong = file[6] >= 2;
  const begin = isLong ? 12 : 10, length = isLong ? view.getUint32(8, true) : view.getUint16(8, true);
  const header = new TextDecoder('latin1').decode(file.subarray(begin, begin + length));
  const descriptor = /'descr':\s*'([^']*)'/.exec(header)?.[1], shapeText = /'shape':\s*\(([^)]*)\)/.exec(header)?.[1];
  if (!dtypes[descriptor] || shapeText === undefined || !/'fortran_order':\s*False/.test(header))
    throw new Error(`a .npy file with the header ${header.trim()} is not supported`);
  const shape = shapeText.split(',').map((part) => part.trim()).filter((part) => part !== '').map(Number);
  const size = shape.reduce((product, extent) => product * extent, sizeOf(descriptor));
  const bytes = file.slice(begin + length), dtype = dtypes[descriptor];
  if (bytes.length < size) throw new Error('the .npy file is cut short');
  if (bytes.length > size) throw new Error(`the .npy file has ${bytes.length} bytes of data; its shape needs ${size}`);
  // NumPy takes any byte but 0 for true; kernels take 0 and 1 alone.
  return { dtype, shape, bytes: dtype === 'i1' ? bytes.map((byte) => Number(byte !== 0)) : bytes };
}
