import tones from '#kit/web/notice/Callout.module.css'
import css from './Ops.module.css'
import type { StatusLabel } from '../../statusLabel.ts'

export function Tag({ of: { text, tone } }: { of: StatusLabel }) {
  return <span className={`${css.tag} ${tone === 'soft' ? tone : tones[tone]}`}>{text}</span>
}
