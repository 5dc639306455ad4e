import { z } from 'zod'

/**
 * An e-mail address with every character that RFC 5322 allows without quotes: zod's own pattern refuses real ones, such
 * as r&d@example.com, which browsers accept.
 */
export const emailSchema = z.email({
  pattern:
    /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/,
})
