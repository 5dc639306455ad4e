import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'

export const notSaved: CommandRefusal = {
  code: 'failed',
  message: 'the journal could not be written: whether it was saved is not known yet',
}
