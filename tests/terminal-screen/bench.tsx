import '../../src-terminal/screen/no-eval.ts'
import '../../src-terminal/screen/buffer-for-jpeg.ts'
import '../../src-terminal/screen/styles/styles.ts'
import { createRoot } from 'react-dom/client'
import type { FromTerminal, TerminalCommand } from '../../src-shared/terminal/messages.ts'
import { personAtTheWindow } from '../../src-terminal/device/cardholder.ts'
import { createDevice } from '../../src-terminal/device/device.ts'
import { createLinkPair } from '../../src-terminal/link/link.ts'
import { Terminal } from '../../src-terminal/screen/terminal.tsx'
import { createTerminalStore } from '../../src-terminal/screen/terminal-store.ts'
import { createTestService } from '../support/test-service-key.ts'

/** The terminal's window with the real device and page, and a service whose messages pictures.ts controls. */
export interface Workbench {
  command(command: TerminalCommand): string
  cancel(id: string): void
  hangUp(reason: string): void
  readonly received: FromTerminal[]
}

const service = await createTestService(new Date().toISOString())
const challenge = service.challenge()
const links = createLinkPair()
const received: FromTerminal[] = []
links.service.onMessage((message) => {
  received.push(message)
  if (message.type !== 'hello') return
  const { hsn, nonce } = message
  links.service.send(service.welcome({ hsn, nonce, challenge: challenge.nonce }))
})

const store = createTerminalStore('VT-0001')
const device = createDevice({
  hsn: 'VT-0001',
  credential: service.credential,
  cardholder: personAtTheWindow,
  pace: { readMs: 300, printLineMs: 5 },
  onChange: store.onChange,
})
store.attach(device)
device.plug(links.terminal)
links.service.send(challenge)

let count = 0
const workbench: Workbench = {
  received,
  command(command) {
    count += 1
    const id = `cmd_${count}`
    links.service.send({ type: 'command', id, command, prompt_timeout_ms: 120_000 })
    return id
  },
  cancel: (id) => links.service.send({ type: 'cancel', id }),
  hangUp: (reason) => links.service.close(1001, reason),
}
Object.assign(globalThis, { workbench })

const root = document.getElementById('root')
if (root !== null) createRoot(root).render(<Terminal store={store} />)
