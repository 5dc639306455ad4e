/** Whether an applicant has answered a question. Blank text, an unticked box and a cleared field are no answers. */
export const isFilledIn = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : value !== undefined && value !== null && value !== false
