export const commonTexts = {
  unauthenticated: 'Não autenticado.',
  api_token: 'Esta página está desatualizada. Vamos recarregá-la.',
  device_key: 'Chave do equipamento inválida.',
  forbidden: 'Você não tem permissão para esta ação.',
  second_factor: 'Digite o código do seu aplicativo autenticador para continuar.',
  staff_password: 'Escolha uma senha com 12 caracteres ou mais para continuar.',
  human_required: 'Precisamos confirmar que você não é um robô.',
  not_found: 'Registro não encontrado.',
  csrf: 'CSRF token mismatch.',
  invalid: 'Confira os campos destacados.',
  too_many: 'Muitas tentativas. Aguarde um pouco e tente novamente.',
  unavailable: 'Serviço indisponível no momento. Tente novamente em instantes.',
} as const
