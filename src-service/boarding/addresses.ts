import type { ParameterError } from '../../src-shared/api/errors.ts'
import { type AddressParts, addressProblems } from '../../src-shared/boarding/postal-address.ts'

/** An address of an application: the path of its field, what it is by now, and what was kept of it before. */
export type AddressAt = readonly [
  at: string,
  address: AddressParts | null | undefined,
  before: AddressParts | null | undefined,
]

interface Owner {
  readonly id: string
  readonly residence_address?: AddressParts | null | undefined
}

/** Where the owners live, each beside what was kept of the same owner. @param at the path of their list */
export const ownerAddresses = (
  at: string,
  owners: readonly Owner[],
  former: readonly Owner[],
): readonly AddressAt[] =>
  owners.map(({ id, residence_address }, index) => [
    `${at}.${index}.residence_address`,
    residence_address,
    former.find((one) => one.id === id)?.residence_address,
  ])

/** What is wrong with them. One that stays as it was kept is not refused. */
export const addressesRefused = (addresses: readonly AddressAt[]): readonly ParameterError[] =>
  addresses
    .flatMap(([at, address, before]) => addressProblems(address ?? {}, at, before))
    .map((problem) => ({ ...problem, code: 'parameter_invalid' }))
