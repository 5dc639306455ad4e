import type { ParameterError } from '../../src-shared/api/errors.ts'
import { type AddressParts, addressProblems } from '../../src-shared/boarding/postal-address.ts'

/** An address of an application: the path of its field, its new value and its stored value. */
export type AddressAt = readonly [
  at: string,
  address: AddressParts | null | undefined,
  before: AddressParts | null | undefined,
]

interface Owner {
  readonly id: string
  readonly residence_address?: AddressParts | null | undefined
}

/** Returns the owners' addresses, each with the stored one of the same owner. @param at the path of the owner list */
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

/** Returns the problems of the addresses. An address that equals the stored one is not refused. */
export const addressesRefused = (addresses: readonly AddressAt[]): readonly ParameterError[] =>
  addresses
    .flatMap(([at, address, before]) => addressProblems(address ?? {}, at, before))
    .map((problem) => ({ ...problem, code: 'parameter_invalid' }))
