import { useState } from 'react'
import { askMain } from '../bridge.ts'

/** Main has the sale, the order and the drawer: a page that is loaded anew finds all of it. */
export function useReload(): { readonly refused: boolean; readonly reload: () => void } {
  const [refused, setRefused] = useState(false)
  const reload = async () => {
    const { ok } = await askMain('app.reload', undefined)
    // Else this page is gone with its screen.
    if (!ok) setRefused(true)
  }
  return { refused, reload: () => void reload() }
}
