/** Whether an applicant has answered a question: spaces alone, a box that is not ticked and what was cleared are no answer. */
export const isFilledIn = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : value !== undefined && value !== null && value !== false
