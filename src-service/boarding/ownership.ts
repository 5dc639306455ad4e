import type { ParameterError } from '../../src-shared/api/errors.ts'

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
