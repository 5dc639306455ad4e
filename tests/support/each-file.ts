import { afterAll } from 'vitest'
import { removeTemporaryFolders } from './temporary-folder.ts'

// Vitest runs this for each test file, though the files share their modules; what a file itself registers runs before.
afterAll(removeTemporaryFolders)
