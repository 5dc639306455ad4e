import type { ParameterError } from '../../src-shared/api/errors.ts'

interface Identified {
  readonly id?: string | undefined
}

/** Whether a version before has kept another owner by the same id, so that the vault kept one person's numbers for both. */
export const isIdShared = (owners: readonly Identified[], { id }: Identified): boolean =>
  owners.filter((one) => one.id === id).length > 1

/**
 * The owner whose place one takes that is sent with an id; of two that were kept by one id each takes its own.
 * @param param where the id is
 * @returns why there is none of that id; neither for one who is new
 */
export function formerOwner<Owner extends Identified>(
  param: string,
  former: readonly Owner[],
  sent: readonly Identified[],
  index: number,
): { readonly known?: Owner; readonly refusal?: string } {
  const id = sent[index]?.id
  if (id === undefined) return {}
  const ofId = former.filter((one) => one.id === id)
  const known = ofId[sent.slice(0, index).filter((one) => one.id === id).length]
  if (known !== undefined) return { known }
  if (ofId.length === 0) return { refusal: `${param} is no owner of this application.` }
  const first = sent.findIndex((one) => one.id === id)
  return { refusal: `${param} is the id of the owner at ${first} already. Leave it out for another person.` }
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
