import { z } from 'zod'

/** A signature drawn on a screen of the counter: a PNG as a data URL. */
export const signatureSchema = z
  .string()
  .max(200_000)
  .regex(/^data:image\/png;base64,[A-Za-z0-9+/=]+$/)
