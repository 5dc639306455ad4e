import { type AddressInfo, connect, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

/** A self-signed certificate for a name that is not this computer's. For tests only. */
export const selfSigned = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBhjCCASugAwIBAgIUbm7Ogy45n9UuMNXMfg0FjvoDt+MwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMc2hvcC5leGFtcGxlMCAXDTI2MTEyMjIyMzIwNVoYDzIxMjYx
MDI5MjIzMjA1WjAXMRUwEwYDVQQDDAxzaG9wLmV4YW1wbGUwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAASvQBTf/IufJrRZBkr1GrdUgdsNn2fUnvzHnhNRJkvASo/f
ao4h5fw6M8yZZUk+Nbp/CI6bjfaaXpoktP5kCXOXo1MwUTAdBgNVHQ4EFgQUbyMl
PK/NiLckrQEXfyLOxIT9aWAwHwYDVR0jBBgwFoAUbyMlPK/NiLckrQEXfyLOxIT9
aWAwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEAixVZt/u04fe5
cWomZ1EbvvJGhrCL+TOgfvt2o7H8L0UCIQDXEVj66hl8nGG/J3PIAafpX2foyHes
4X0CmAVjQ+Gn7Q==
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg6wX05KNMdRnjBuyc
Ii9gTQ2bGGVmMkJGpp3WKbpX9BKhRANCAASvQBTf/IufJrRZBkr1GrdUgdsNn2fU
nvzHnhNRJkvASo/fao4h5fw6M8yZZUk+Nbp/CI6bjfaaXpoktP5kCXOX
-----END PRIVATE KEY-----
`,
}

/** Another self-signed certificate for the same name. */
export const otherSelfSigned = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBhDCCASugAwIBAgIUF1l8XSDcHxWLiMeK2emUTYZK/v4wCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMc2hvcC5leGFtcGxlMCAXDTI2MTEyMjIzMTYyNloYDzIxMjYx
MDI5MjMxNjI2WjAXMRUwEwYDVQQDDAxzaG9wLmV4YW1wbGUwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAAQDoxQJBjZZC0rzsSnbq2cSGbko/XAr9NqnHuVFmDjrSRON
jpnwAYaHbei2eTm9qmz7rSFH/X5z6/tCCNvH+q7xo1MwUTAdBgNVHQ4EFgQUb8IG
4YTY76mq5tgv+mydFlUIFIYwHwYDVR0jBBgwFoAUb8IG4YTY76mq5tgv+mydFlUI
FIYwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiBtapUYYsahlynX
ctfq4C4JzsdNoxNYVoKq5f5fBpWV/gIgSy64RzivOCKSWgvgzeqV+/rqbOQlzJfM
zwvjdJOA/kM=
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgnaBYktzSbTFyrQhc
PVU92ZyfqghcJIwAIp73W1rrmdGhRANCAAQDoxQJBjZZC0rzsSnbq2cSGbko/XAr
9NqnHuVFmDjrSRONjpnwAYaHbei2eTm9qmz7rSFH/X5z6/tCCNvH+q7x
-----END PRIVATE KEY-----
`,
}

/** A self-signed certificate for this computer. */
export const selfSignedHere = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBkTCCATagAwIBAgIUQmQA66xXHeKuUC+DVtVpCAq2togwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMzA1NDMzNFoYDzIxMjYxMDMw
MDU0MzM0WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARrjLeGK/9dbtqp3SQbXHK3ieLMBynwDnKX8CP94rRXS6lX+aQ1JW5f
gn/E8TE96+t42Vh60wXCdxdd7kF0SuZ8o2QwYjAdBgNVHQ4EFgQUzFXpQLev3S7Z
KAOwG9x9DPLNNoowHwYDVR0jBBgwFoAUzFXpQLev3S7ZKAOwG9x9DPLNNoowDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0kAMEYC
IQDABwN/JrITQSEA31YcqTvj0l4/OPkq41cWF956b57eqgIhAO14fDQvKZb0Ex3p
oduXyn8aLScHgKirqLaY+eFJ+hiv
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgZk+stdXvgEU0GCo9
nwAH8s6/hGwNxQfmaazcN76Q4dKhRANCAARrjLeGK/9dbtqp3SQbXHK3ieLMBynw
DnKX8CP94rRXS6lX+aQ1JW5fgn/E8TE96+t42Vh60wXCdxdd7kF0SuZ8
-----END PRIVATE KEY-----
`,
}

/** A certificate of an unknown authority, without the authority's own certificate, and long expired. */
export const ofUnknownAuthority = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBFzCBvQICEAAwCgYIKoZIzj0EAwIwEjEQMA4GA1UEAwwHU2hvcCBDQTAeFw0y
MDAxMDEwMDAwMDBaFw0yMTAxMDEwMDAwMDBaMBwxGjAYBgNVBAMMEXRpbGwuc2hv
cC5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAESa2ci9RMyBzB3Yxy
3Bgwls5Aqn5sxSP6uYHnacY2G2/cUZd5vB9cxW3MKKOMPWkLIUfFAxK9kkvdHPFB
duusmTAKBggqhkjOPQQDAgNJADBGAiEA+a9zMixONdCwPsHlpNwmEs0zGhK7LfmU
jZY97RLfVUsCIQCiDh1rMGL04SL0V0PR015pTv3Nh6seUOpyMTU+UhJFOw==
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg/TrPVg3gQKqLLJHp
nO5sYKKJzPfQWsMynVEjshnt7IihRANCAARJrZyL1EzIHMHdjHLcGDCWzkCqfmzF
I/q5gedpxjYbb9xRl3m8H1zFbcwoo4w9aQshR8UDEr2SS90c8UF266yZ
-----END PRIVATE KEY-----
`,
}

/** A TLS proxy with that certificate before a service. `received`: number of request bytes after the handshake. */
export async function behindTls(
  target: string,
  certificate: typeof selfSigned = selfSigned,
  listenAt = 0,
): Promise<{ readonly url: string; readonly received: () => number; close(): Promise<void> }> {
  const { port, hostname } = new URL(target)
  let received = 0
  const open = new Set<Socket>()
  const server = createTlsServer(certificate, (near) => {
    near.on('data', (bytes: Buffer) => {
      received += bytes.length
    })
    const far = connect(Number(port), hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(listenAt, '127.0.0.1', resolve))
  return {
    received: () => received,
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
