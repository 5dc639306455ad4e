/** A name such as v2.payment_intent.created, which breaks between its words where it has to. */
export const BreakableCode = ({ text }: { readonly text: string }) => (
  <code>
    {(text.match(/[^._]+[._]?/g) ?? [text]).map((word, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a name never move
      <span key={place}>
        {word}
        <wbr />
      </span>
    ))}
  </code>
)
