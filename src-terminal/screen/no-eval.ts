import { z } from 'zod'

// The page's content security policy forbids eval. Imported first: schemas choose their mode when they are created.
z.config({ jitless: true })
