import { useEffect, useRef } from 'preact/hooks'

interface TitleProps {
  readonly text: string
  readonly takesFocus: boolean
}

/** The page's heading. It takes the focus when the screen changes, so that screen readers read it. */
export const Title = (props: TitleProps) => <Heading key={props.text} {...props} />

function Heading({ text, takesFocus }: TitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = text
    if (takesFocus) heading.current?.focus()
  }, [text, takesFocus])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {text}
    </h1>
  )
}
