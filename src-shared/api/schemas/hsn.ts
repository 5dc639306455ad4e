import { z } from 'zod'

/** A terminal's serial number. */
export const hsnSchema = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9._-]+$/, {
    error: 'the serial number of a terminal (letters, digits, dots, hyphens and underscores)',
  })
