import type { NoticeKind } from '../../components/notice.tsx'

/** A state in a word: the colour says it once more, never alone. */
export const Chip = ({ kind, text }: { readonly kind: NoticeKind; readonly text: string }) => (
  <span class={`chip chip-${kind}`}>{text}</span>
)
