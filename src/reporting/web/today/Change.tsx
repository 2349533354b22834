import css from './Today.module.css'
import { changeText } from './weekChange.ts'

export function Change({ of }: { of: number }) {
  const tone = of === 0 ? undefined : of > 0 ? css.more : css.less
  return <strong className={tone}>{changeText(of)}</strong>
}
