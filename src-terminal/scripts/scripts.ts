import type { VirtualTerminalScript } from '../../src-shared/api/schemas/sandbox.ts'
import { approve } from './approve.ts'
import { customerCancels } from './customer-cancels.ts'
import { decline } from './decline.ts'
import { dropsLink } from './drops-link.ts'
import { noSignature } from './no-signature.ts'
import type { Script } from './script.ts'
import { silent } from './silent.ts'
import { tip20 } from './tip-20.ts'

/** Every script by the name that the sandbox operations and the command line use. */
export const scripts: Readonly<Record<VirtualTerminalScript, Script>> = {
  approve,
  decline,
  customer_cancels: customerCancels,
  silent,
  drops_link: dropsLink,
  no_signature: noSignature,
  tip_20: tip20,
}
