import { type Markup, markup } from '#kit/markup.ts'

export type AccountMail = { subject: string; html: string; text: string }

type Letter = { operator: string; name: string; title: string; lines: readonly string[]; link?: Link }
type Link = { label: string; url: string }

/** The mail with the link to a new password. */
export function recoveryMail(to: { operator: string; name: string; url: string }): AccountMail {
  return letter({
    ...to,
    title: 'Crie uma nova senha',
    lines: [
      'Recebemos um pedido para recuperar a sua senha. O link abaixo vale por 60 minutos e só pode ser usado uma vez.',
      'Se não foi você, ignore este e-mail: a sua senha continua a mesma.',
    ],
    link: { label: 'CRIAR NOVA SENHA', url: to.url },
  })
}

/** The mail to who is to work for the operator: the link sets the first password. */
export function invitationMail(to: { operator: string; name: string; url: string }): AccountMail {
  return letter({
    ...to,
    title: 'Você agora faz parte da equipe',
    lines: [
      'Criamos o seu acesso à administração. Escolha a sua senha pelo link abaixo: ele vale por 48 horas e só pode ser usado uma vez.',
      'No primeiro acesso você vai cadastrar um aplicativo autenticador no celular. Tenha-o à mão.',
      'Se você não esperava este convite, ignore este e-mail.',
    ],
    link: { label: 'CRIAR MINHA SENHA', url: to.url },
  })
}

/** What the person is told afterwards, at the address that they knew before. */
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

/** Tells that something about the account changed; asks to react when it was somebody else. */
export function noticeMail(
  kind: NoticeKind,
  to: { operator: string; name: string; url: string },
): AccountMail {
  return letter({ ...to, ...notices[kind], link: { label: 'IR PARA O PORTAL', url: to.url } })
}

function letter({ operator, name, title, lines, link }: Letter): AccountMail {
  const text = [
    operator,
    title,
    `Olá, ${name}.`,
    ...lines,
    ...(link ? [`${link.label}: ${link.url}`] : []),
  ].join('\n\n')
  return {
    subject: title,
    html: page({ operator, name, title, lines, ...(link ? { link } : {}) }),
    text: `${text}\n`,
  }
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"

function page({ operator, name, title, lines, link }: Letter): string {
  const paragraphs = lines.map((line) => markup`<p style="margin:0 0 16px">${line}</p>`)
  const button: Markup[] = link
    ? [
        markup`<p style="margin:24px 0"><a href="${link.url}" style="display:inline-block;padding:14px 20px;border-radius:10px;background:#0B57D0;color:#FFFFFF;font-weight:700;text-decoration:none">${link.label}</a></p>`,
      ]
    : []
  return markup`<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title></head>
<body style="margin:0;padding:28px 16px;background:#F2F5FB">
<div style="max-width:440px;margin:0 auto;${font};font-size:16px;line-height:1.5;color:#10182B">
<p style="margin:0;color:#4A556E">${operator}</p>
<h1 style="margin:2px 0 12px;font-size:26px;line-height:1.2">${title}</h1>
<p style="margin:0 0 16px">Olá, ${name}.</p>
${paragraphs}
${button}
</div>
</body>
</html>
`.html
}
