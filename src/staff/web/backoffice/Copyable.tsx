import type { ReactNode } from 'react'
import { copyText } from '#kit/web/native/copyText.ts'
import { notify } from '#kit/web/notice/notify.ts'
import css from './Ops.module.css'

type Props = {
  text: string
  /** 'o NSU' */
  name: string
  /** Shown instead of the text. */
  children?: ReactNode
}

/** An id with a button that copies it. */
export function Copyable({ text, name, children = text }: Props) {
  const copy = async () => {
    if (await copyText(text)) notify('Copiado.', 'success', 2_000)
    else notify('Copie à mão: o navegador não permitiu.', 'warning')
  }
  return (
    <span className={`${css.copyable} ${css.reason}`}>
      <span>{children}</span>
      <button type="button" aria-label={`Copiar ${name}`} onClick={() => void copy()}>
        copiar
      </button>
    </span>
  )
}
