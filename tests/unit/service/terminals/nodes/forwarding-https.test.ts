import { request } from 'node:http'
import https, { type RequestOptions } from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../support/embedded-postgres.ts'
import { eventually } from '../../../../support/eventually.ts'
import { selfSignedHere } from '../../../../support/self-signed.ts'
import { type FakeNode, startFakeNode, writeLink, writeNode } from './other-node.ts'
import { type Cluster, createCluster, type Node } from './two-nodes.ts'

/** Trusts this certificate, and checks it, as with NODE_EXTRA_CA_CERTS, which is read only when a process starts. */
const { request: requestByTls } = https
beforeAll(() => {
  https.request = ((url: URL, options: RequestOptions) =>
    requestByTls(url, { ca: selfSignedHere.cert, ...options })) as typeof https.request
  syncBuiltinESMExports()
})
afterAll(() => {
  https.request = requestByTls
  syncBuiltinESMExports()
})

let server: TestServer
let cluster: Cluster
let node: Node
let fake: FakeNode
beforeAll(async () => {
  server = await startTestServer()
  cluster = createCluster(await server.createDatabase())
  node = await cluster.open()
  fake = await startFakeNode(selfSignedHere)
})
afterAll(async () => {
  await cluster?.stop()
  await fake?.stop()
  await server?.stop()
})

test("a node's certificate is checked against its own address, whatever host the client asked for", async () => {
  const hsn = 'VT-TLS'
  await node.plug(hsn)
  const isLinked = async () =>
    (await node.app.services.store.get<{ linked: boolean }>('terminal_link', '', hsn))?.document.linked
  await eventually(async () => expect(await isLinked()).toBe(true))
  await node.unplug(hsn)
  await eventually(async () => expect(await isLinked()).toBe(false))
  await writeLink(node, hsn, await writeNode(node, fake.url))
  const status = await new Promise((resolve, reject) => {
    const headers = { ...node.headers, host: 'pay.shop.example', 'content-type': 'application/json' }
    request(`${node.url}/terminals/processor/ping`, { method: 'POST', headers }, (answer) =>
      resolve(answer.resume().statusCode),
    )
      .once('error', reject)
      .end(JSON.stringify({ hsn }))
  })
  expect(status).toBe(200)
  // The service uses the host to distinguish its own pages from others.
  expect(fake.received.map(({ headers }) => headers.host)).toEqual(['pay.shop.example'])
})
