import { hasVisibleText } from '../../src-shared/visible-text.ts'

/** Whether an applicant has answered a question. Invisible text, an unticked box and a cleared field are no answers. */
export const isFilledIn = (value: unknown): boolean =>
  typeof value === 'string' ? hasVisibleText(value) : value !== undefined && value !== null && value !== false
