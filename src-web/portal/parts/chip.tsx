import type { NoticeKind } from '../../components/notice.tsx'

/** A state as a word; its colour is never the only sign. */
export const Chip = ({ kind, text }: { readonly kind: NoticeKind; readonly text: string }) => (
  <span class={`chip chip-${kind}`}>{text}</span>
)
