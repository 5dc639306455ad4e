import { openLazily } from '../async/open-lazily.ts'
import { jsonFile } from '../settings/json-file.ts'
import type { ServiceChoice, ServiceChoiceOptions } from './service-choice.ts'
import { storedServiceSchema } from './stored-service.ts'

/** Loaded when an installer first opens the choice of service. @param path of the file that holds the choice */
export const lazyServiceChoice = ({
  path,
  ...options
}: { readonly path: string } & Omit<ServiceChoiceOptions, 'file' | 'keychain'>) =>
  openLazily(async (): Promise<ServiceChoice> => {
    const [{ openServiceChoice }, { systemKeychain }] = await Promise.all([
      import('./service-choice.ts'),
      import('../staff/keychain.ts'),
    ])
    return openServiceChoice({
      ...options,
      file: jsonFile(path, storedServiceSchema, null),
      keychain: systemKeychain(),
    })
  })
