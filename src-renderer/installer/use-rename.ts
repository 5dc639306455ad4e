import { useState } from 'react'

interface RenameOptions {
  /** The saved name. */
  readonly name: string
  readonly tidy: (typed: string) => string
  /** Whether a tidied name may be saved. */
  readonly fits: (tidy: string) => boolean
  readonly saving: boolean
  /** @returns whether the name was saved */
  readonly save: (tidy: string) => Promise<boolean>
}

/** State of a name field: it can be saved once it differs, and shows as saved until the next change. */
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
