import type { officeCommands } from '../../src-shared/pos/office.ts'
import { err } from '../../src-shared/result.ts'
import type { PosHandlers } from './answerer.ts'

type OfficeHandlers = Pick<PosHandlers, keyof typeof officeCommands>

export const officeHandlers = (): OfficeHandlers => ({
  'payments.search': notYet,
  'payments.open': notYet,
  'payments.act': notYet,
  'payments.print': notYet,
  'payments.dismiss': notYet,
})

const notYet = () => err({ code: 'not_available', message: 'this part of main is not built yet' } as const)
