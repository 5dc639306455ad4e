import { type AddressInfo, connect, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

/** A certificate that nobody signed but itself, for a name that is none of this computer. Good for tests alone. */
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

/** A service behind that certificate. @returns its address, and the function that takes it away */
export async function behindTls(target: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { port, hostname } = new URL(target)
  const open = new Set<Socket>()
  const server = createTlsServer(selfSigned, (near) => {
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
