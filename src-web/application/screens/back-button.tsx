import type { ScreenProps } from './form-field.tsx'

export const BackButton = ({ words, form, state }: ScreenProps) =>
  state.step === 0 ? null : (
    <button type="button" class="secondary" onClick={() => form.showStep(state.step - 1)}>
      {words('action.back')}
    </button>
  )
