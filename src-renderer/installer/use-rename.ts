import { useState } from 'react'

interface RenameOptions {
  /** As it is kept. */
  readonly name: string
  readonly tidy: (typed: string) => string
  /** Whether a tidy name may be kept. */
  readonly fits: (tidy: string) => boolean
  readonly saving: boolean
  /** @returns whether it is kept now */
  readonly save: (tidy: string) => Promise<boolean>
}

/** A name that is typed over the one there is: saved once it is another one, and so called until somebody types again. */
export function useRename({ name, tidy, fits, saving, save }: RenameOptions) {
  const [typed, setTyped] = useState(name)
  const [saved, setSaved] = useState(false)
  const tidied = tidy(typed)
  const isNew = fits(tidied) && tidied !== name
  return {
    typed,
    type(value: string) {
      setSaved(false)
      setTyped(value)
    },
    canSave: isNew && !saving,
    isSaved: saved && !isNew,
    async save() {
      if (isNew && !saving && (await save(tidied))) setSaved(true)
    },
  }
}
