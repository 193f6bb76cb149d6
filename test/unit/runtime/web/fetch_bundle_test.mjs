// Part of Accy, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bundles on a server: where their files are looked for, and what is said when they are not there.

import assert from 'node:assert/strict';
import http from 'node:http';
import test from 'node:test';

import { fetchBundle } from '../../../../runtime/web/fetch_bundle.mjs';
import { readBundle } from '../../../../runtime/web/plan.mjs';
import { files, makePlan } from './sample_bundle.mjs';

const served = new Map([['/models/add/odd%20name%3F%25%23.bin', Buffer.from([1, 2, 3])]]);
for (const [name, bytes] of Object.entries({ ...files, 'plan.json': JSON.stringify(makePlan()) }))
  served.set(`/models/add/${name}`, Buffer.from(bytes));

const server = http.createServer((request, response) => {
  response.statusCode = served.has(request.url) ? 200 : 404;
  response.end(served.get(request.url));
});
await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
test.after(() => server.close());
const root = `http://127.0.0.1:${server.address().port}`;

for (const [address, base] of [['add', `${root}/models/page.html`], ['./add/', `${root}/models/page.html?bundle=add`],
                               ['/models/add', `${root}/pages/page.html`], [`${root}/models/add`, 'file:///page.html']])
  test(`${address} of ${base.replace(root, 'http:…')}`, async () => {
    const { plan } = await readBundle(fetchBundle(address, base));
    assert.equal(plan.function, makePlan().function);
  });

test('names with characters that mean something in URLs', async () => {
  assert.deepEqual([...await fetchBundle('models/add', root)('odd name?%#.bin')], [1, 2, 3]);
});

test('a file that is not there', async () => {
  await assert.rejects(fetchBundle('models/add', root)('absent.bin'),
                       { message: `${root}/models/add/absent.bin cannot be fetched: 404 Not Found` });
});

test('a server that is not there', async () => {
  await assert.rejects(fetchBundle('http://127.0.0.1:1/add')('plan.json'),
                       { message: /^http:\/\/127\.0\.0\.1:1\/add\/plan\.json cannot be fetched: / });
});
