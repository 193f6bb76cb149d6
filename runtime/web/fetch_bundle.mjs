// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bundles that lie on a server.

// Bundles name their files by paths of any characters; those of a URL are few.
const urlPath = (path) => path.split('/').map(encodeURIComponent).join('/');

/// What loadBundle reads a bundle by whose folder is at `address`: a URL, or a string relative to `base`. The browser
/// asks the server whether what it has is still the newest, so that a bundle that was compiled anew is seen.
export function fetchBundle(address, base) {
  const folder = new URL(address, base);
  if (!folder.pathname.endsWith('/')) folder.pathname += '/';
  return async (path) => {
    const url = new URL(urlPath(path), folder);
    let response;
    try {
      response = await fetch(url, { cache: 'no-cache' });
    } catch (error) {
      throw new Error(`${url} cannot be fetched: ${error.message}`);
    }
    if (!response.ok) throw new Error(`${url} cannot be fetched: ${response.status} ${response.statusText}`);
    return new Uint8Array(await response.arrayBuffer());
  };
}
