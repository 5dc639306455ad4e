import type { Action } from '../../device/actions.ts'
import { fieldTitles } from '../../device/describe-screen.ts'
import type { Screen, ScreenNotice, TypingScreen } from '../../device/screen-state.ts'
import { inputFormat } from '../../prompts/input-format.ts'
import type { TerminalText } from '../../words/english.ts'
import { useWords } from '../use-words.ts'

/** Views for keypad entry: card fields, PIN, and free input. */

const examples = {
  number: '0000 0000 0000 0000',
  expiry: 'MM/YY',
  cvv: '•••',
  postal_code: '00000',
} as const

export function TypingView({ screen }: { readonly screen: TypingScreen }) {
  const { t, money } = useWords()
  return (
    <div className="entry">
      {screen.amount === null ? null : <p className="label">{money(screen.amount, screen.currency)}</p>}
      <p className="entry-title">{t(fieldTitles[screen.field])}</p>
      <TypedText text={screen.shown} example={examples[screen.field]} />
      <p className="mistake">{screen.notice === '' ? '' : t(screen.notice)}</p>
      <KeyHelp confirm="Next" />
    </div>
  )
}

const pinPlaces = ['first', 'second', 'third', 'fourth'] as const

export function PinView({ digits, notice }: { readonly digits: number; readonly notice: ScreenNotice }) {
  const { t } = useWords()
  return (
    <div className="entry">
      <p className="entry-title">{t('Enter your PIN')}</p>
      <p className="mistake pin-mistake">{notice === '' ? '' : t(notice)}</p>
      <p className="pin" aria-hidden="true">
        {pinPlaces.map((place, at) => (
          <i key={place} className={at < digits ? 'on' : ''} />
        ))}
        {digits > pinPlaces.length ? <span>+{digits - pinPlaces.length}</span> : null}
      </p>
      <p className="label">{t('Shield the keypad with your hand')}</p>
      <KeyHelp confirm="OK" />
    </div>
  )
}

interface InputViewProps {
  readonly screen: Extract<Screen, { kind: 'input' }>
  readonly act: (action: Action) => void
}

const letterRows = ['QWERTYUIOP', 'ASDFGHJKL', 'ZXCVBNM'] as const

export function InputView({ screen, act }: InputViewProps) {
  const format = inputFormat(screen.format)
  return (
    <div className="entry">
      <p className="entry-title">{screen.prompt}</p>
      <TypedText text={format?.shown(screen.text) ?? screen.text} example="" />
      {format?.letters ? (
        <div className="letters">
          {letterRows.map((row) => (
            <div key={row} className="letter-row">
              {Array.from(row, (letter) => (
                <button
                  key={letter}
                  type="button"
                  className="letter"
                  aria-label={`Key ${letter}`}
                  onClick={() => act({ kind: 'letter', letter })}
                >
                  {letter}
                </button>
              ))}
            </div>
          ))}
        </div>
      ) : (
        <KeyHelp confirm="OK" />
      )}
    </div>
  )
}

function TypedText({ text, example }: { readonly text: string; readonly example: string }) {
  return text === '' ? (
    <p className="typed typed-example">{example === '' ? '\u00a0' : example}</p>
  ) : (
    <p className="typed">
      {text}
      <i className="caret" />
    </p>
  )
}

/** Explains the coloured keys. */
export function KeyHelp({ confirm }: { readonly confirm: TerminalText }) {
  const { t } = useWords()
  return (
    <p className="key-help" aria-hidden="true">
      <span className="help-red">{t('Cancel')}</span>
      <span className="help-yellow">{t('Back')}</span>
      <span className="help-green">{t(confirm)}</span>
    </p>
  )
}
