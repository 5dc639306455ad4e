import { type Lazy, openLazily } from '../async/open-lazily.ts'
import type { CounterBase } from '../counter/counter-base.ts'
import type { CounterTerminal } from '../terminal/counter-terminal.ts'
import type { CustomerService } from './customer-service.ts'

/** The service's customers, opened when they are first needed. */
export const setUpCustomers = (
  { accountId, client, language, snapshot, newId, log }: CounterBase,
  terminal: CounterTerminal,
): Lazy<[], CustomerService> =>
  openLazily(async () => {
    const { createCustomerService } = await import('./customer-service.ts')
    return createCustomerService({
      accountId,
      client,
      terminal,
      language,
      chosen: () => snapshot.present().customer,
      onChosen: (customer) => snapshot.update({ customer }),
      newId: () => newId('request'),
      log,
    })
  })
