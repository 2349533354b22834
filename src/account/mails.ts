import { levelNames } from '#staff/level.ts'
import { renderMail } from '#kit/text/renderMail.ts'

type AccountMail = { subject: string; html: string; text: string }

/** The mail with the link to set a new password. */
export function recoveryMail(to: { operator: string; name: string; url: string }): AccountMail {
  return renderMail({
    ...to,
    title: 'Crie uma nova senha',
    lines: [
      'Recebemos um pedido para recuperar a sua senha. O link abaixo vale por 60 minutos e só pode ser usado uma vez.',
      'Se não foi você, ignore este e-mail: a sua senha continua a mesma.',
    ],
    links: [{ label: 'CRIAR NOVA SENHA', url: to.url }],
  })
}

/** `lots` has the names of the lots; null is all lots. */
export function invitationMail(to: {
  operator: string
  name: string
  url: string
  level: number
  lots: readonly string[] | null
}): AccountMail {
  return renderMail({
    ...to,
    title: 'Você agora faz parte da equipe',
    lines: [
      'Criamos o seu acesso à administração. Escolha a sua senha pelo link abaixo: ele vale por 48 horas e só pode ser usado uma vez.',
      `Seu nível: ${levelNames[to.level] ?? ''}. Estacionamentos: ${to.lots?.join(', ') ?? 'todos'}.`,
      'No primeiro acesso você vai cadastrar um aplicativo autenticador no celular. Tenha-o à mão.',
      'Se você não esperava este convite, ignore este e-mail.',
    ],
    links: [{ label: 'CRIAR MINHA SENHA', url: to.url }],
  })
}

export const noticeKinds = ['password_changed', 'email_changed', 'account_erased'] as const
export type NoticeKind = (typeof noticeKinds)[number]

const notices: Readonly<Record<NoticeKind, { title: string; lines: readonly string[] }>> = {
  password_changed: {
    title: 'Sua senha foi alterada',
    lines: [
      'A senha da sua conta acabou de ser alterada, e os outros acessos foram encerrados.',
      'Se não foi você, recupere a senha agora mesmo e fale conosco.',
    ],
  },
  email_changed: {
    title: 'O e-mail da sua conta foi alterado',
    lines: [
      'O e-mail da sua conta foi trocado por outro. Este endereço não serve mais para entrar.',
      'Se não foi você, fale conosco agora mesmo.',
    ],
  },
  account_erased: {
    title: 'Sua conta foi excluída',
    lines: [
      'A sua conta, seus veículos e seus cartões salvos foram excluídos.',
      'Guardamos apenas os registros fiscais dos pagamentos, pelo prazo que a lei exige.',
    ],
  },
}

/** The mail after a change of the account. */
export function noticeMail(kind: NoticeKind, to: { operator: string; name: string; url: string }) {
  return renderMail({ ...to, ...notices[kind], links: [{ label: 'IR PARA O PORTAL', url: to.url }] })
}
