import style from './settings-dialog.module.css'

export const switchClasses = {
  body: style.switchBody ?? '',
  label: style.switchLabel ?? '',
  track: style.track ?? '',
  thumb: style.thumb ?? '',
}
