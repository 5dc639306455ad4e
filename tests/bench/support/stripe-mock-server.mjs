// Runs the npm package stripe-stateful-mock on a free port, in a process of its own. Argument: the folder in which it
// is installed.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'

process.env.LOG_LEVEL ??= 'error'
const { createExpressApp } = createRequire(join(process.argv[2] ?? '.', 'package.json'))(
  'stripe-stateful-mock',
)
const server = createServer(createExpressApp())
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  console.log(JSON.stringify({ event: 'ready', url: `http://127.0.0.1:${port}` }))
})
