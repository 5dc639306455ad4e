import type { CounterCustomer } from '../../src-shared/pos/customer/customer.ts'
import { phoneText } from '../../src-shared/pos/customer/phone-text.ts'

/** A customer's telephone number and e-mail address, each on its own line; a long address breaks before its @. */
export function ContactLines({ customer }: { readonly customer: Pick<CounterCustomer, 'phone' | 'email'> }) {
  const { phone, email } = customer
  const at = email.lastIndexOf('@')
  return (
    <>
      {phone !== '' && <span>{phoneText(phone)}</span>}
      {email !== '' && (
        <span>
          {email.slice(0, at)}
          <wbr />
          {email.slice(at)}
        </span>
      )}
    </>
  )
}
