import type { z } from 'zod'
import type { updateVirtualTerminalBodySchema } from '../../src-shared/api/schemas/sandbox.ts'

/** How a virtual terminal behaves: the body of the sandbox operations. Default script: approve. */
export type Behaviour = z.infer<typeof updateVirtualTerminalBodySchema>
