import { type Portal, usePortal, whenIn } from './context.ts'
import type { Made, Maker, WithMaker } from './makers.ts'

const madeBy = (words: Portal['words'], { name }: Maker) =>
  name === null ? words('key.madeByOther') : words('key.madeBy', { name })
const madeWith = (words: Portal['words'], { name }: Maker) =>
  name === null ? words('key.madeWithOther') : words('key.madeWith', { name })

/** When something was created, by whom, and with which key. */
export function MadeBy({ item }: { readonly item: Pick<Made, 'created_at'> & WithMaker }) {
  const { words } = usePortal()
  const { created_at, maker, makerKey } = item
  return (
    <>
      {whenIn(words, created_at)}
      {maker === null ? null : <span class="below">{madeBy(words, maker)}</span>}
      {makerKey === null ? null : <span class="below">{madeWith(words, makerKey)}</span>}
    </>
  )
}
