import { z } from 'zod'

// The page's content security policy forbids code made from text. Imported first: schemas decide when they are made.
z.config({ jitless: true })
