import './no-eval.ts'
import './buffer-for-jpeg.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { readAddress } from './address.ts'
import { startSession } from './session.ts'
import './styles/styles.ts'
import { Terminal } from './terminal.tsx'
import { createTerminalStore } from './terminal-store.ts'

/*
 * The window of the virtual terminal. Roles and accessible names that tests may rely on:
 *
 *   status                  the screen's text ("Approved $14.81 Remove card")
 *   button                  "Digit 0" … "Digit 9", "Red key", "Yellow key", "Green key"   the keypad; also the
 *                           computer's digits, Escape, Backspace, Enter
 *   button                  "Visa credit ending 1111" …   a card of the tray (aria-pressed: chosen)
 *   button                  "As new", "Worn chip", "Worn out", "No chip", "In a phone"   the chosen card's wear, which
 *                           its name then ends with: "Visa credit ending 1111, worn chip"
 *   button                  "Insert card", "Tap card", "Swipe card"; "Remove card" while one is in
 *   button on the screen    "20% $2.47", "Other amount", "No tip"; "No", "Yes"; "Enter number", "Cancel";
 *                           "Clear", "Done"; "Key A" … for letters; "Visa Debit", "Visa Credit"
 *   img "Signature pad"     draw on it; the green key on an empty pad writes a sample signature
 *   region "Receipt"        the last receipt; buttons "Open receipt", "Tear off"; dialog "Receipt"
 *   button                  "Take paper out" / "Load paper"
 *   button "Device"         opens region "Device" with switches ("Paper loaded", "Network cable in", "Clock is right",
 *                           "Slow link", "Answers late", "Answers twice", "Ignores cancel", and the hardware) and
 *                           button "Restart the terminal"; Escape closes it
 *   main[data-screen]       the kind of the screen (screen-state.ts), such as "waiting_for_card"
 */

const address = readAddress(location.hash)
const store = createTerminalStore(address?.hsn ?? '')
const root = document.getElementById('root')
if (root === null) throw new Error('the page has no root')
createRoot(root).render(
  <StrictMode>
    <Terminal store={store} />
  </StrictMode>,
)
if (address === null) store.explain('The address of this window names no service.')
else void startSession(address, store)
// Another address in the same window means another terminal.
addEventListener('hashchange', () => location.reload())
