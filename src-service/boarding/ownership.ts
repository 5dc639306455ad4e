import type { ParameterError } from '../../src-shared/api/errors.ts'

/**
 * Why an owner that is sent with an id cannot be merged with the one that has it; null when it can.
 * @param param where the id is
 */
export function refuseOwner(
  param: string,
  known: object | undefined,
  sent: readonly { readonly id?: string | undefined }[],
  index: number,
): string | null {
  const id = sent[index]?.id
  if (id === undefined) return null
  if (known === undefined) return `${param} is no owner of this application.`
  const first = sent.findIndex((one) => one.id === id)
  return first === index
    ? null
    : `${param} is the id of the owner at ${first} already. Leave it out for another person.`
}

/**
 * Section 2.11: what the owners of one business have adds up to at most 100 per cent.
 * @param param where the list of them is
 */
export function overOwned(
  owners: readonly { readonly ownership_percent?: number | undefined }[],
  param: string,
): ParameterError | null {
  const total = owners.reduce((sum, { ownership_percent = 0 }) => sum + ownership_percent, 0)
  if (total <= 100) return null
  const message = `The owners' ownership_percent add up to ${total}; 100 is the most.`
  return { param, code: 'parameter_invalid', message }
}
