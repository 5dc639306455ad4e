import type { ParameterError } from '../../src-shared/api/errors.ts'

interface Identified {
  readonly id?: string | undefined
}

/** Whether a former version stored two owners with one id, so that the vault has one person's numbers for both. */
export const isIdShared = (owners: readonly Identified[], { id }: Identified): boolean =>
  owners.filter((one) => one.id === id).length > 1

/**
 * Finds the stored owner that an owner sent with an id replaces. Two stored owners with the same id are replaced in
 * order.
 * @param param the path of the id
 * @returns the stored owner, or why there is none with that id; neither for a new owner
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
  if (ofId.length === 0) return { refusal: `${param} is not the id of an owner of this application.` }
  const first = sent.findIndex((one) => one.id === id)
  return { refusal: `${param} repeats the id of the owner at ${first}. Leave it out for another person.` }
}

/**
 * Section 2.11: the shares of the owners of one business add up to at most 100 per cent.
 * @param param the path of the owner list
 */
export function overOwned(
  owners: readonly { readonly ownership_percent?: number | undefined }[],
  param: string,
): ParameterError | null {
  const total = owners.reduce((sum, { ownership_percent = 0 }) => sum + ownership_percent, 0)
  if (total <= 100) return null
  const message = `The owners' ownership_percent add up to ${total}, which is more than 100.`
  return { param, code: 'parameter_invalid', message }
}
