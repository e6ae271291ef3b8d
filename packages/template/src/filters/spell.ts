/** The filter that writes numbers in words. */
import { TagFault, type Value } from '../values/values.js';
import type { FilterScope, FilterTable } from './filter.js';
import { formatterFor } from './formatters.js';
import { choiceOption, isNothing, numberOf } from './inputs.js';
import { MAX_IN_WORDS, NumberWords } from './number-words.js';

const GENDERS = new Map<Value, string>(['masculine', 'feminine', 'neuter'].map((gender) => [gender, gender]));

/** The steps for writing a number, which takes about twenty rules. */
const STEPS = 50;
/** The steps for reading the rules of a language from a file. */
const STEPS_TO_MAKE = 2_000;

function spelled(value: Value, { gender, locale }: Readonly<Record<string, Value>>, scope: FilterScope): string {
  const number = numberOf(value, 'spell');
  if (!number.eq(number.round()))
    throw new TagFault('gives `spell` a number with decimal places: it takes whole numbers, as in `| floor | spell`');
  if (number.abs().gt(MAX_IN_WORDS)) throw new TagFault('gives `spell` a number of more than 15 digits');
  scope.spend(STEPS);
  const { words } = formatterFor(scope, {
    kind: 'spell',
    locale,
    steps: STEPS_TO_MAKE,
    make: (language) => ({ words: NumberWords.for(language) }),
  });
  const text = words?.write(number.toNumber(), choiceOption(gender, 'gender', GENDERS));
  if (text !== undefined) return text;
  const lacking =
    words === undefined ? 'words for numbers in this language' : 'words for this number or `gender` in this language';
  throw new TagFault(`has no ${lacking}: name another language, as in \`| spell: locale: "en"\``);
}

export const spellFilters: FilterTable = {
  spell: {
    does: 'Writes a whole number in words, in some 80 languages. `gender` is the gender of the counted noun: `"masculine"`, `"feminine"` or `"neuter"`.',
    named: ['gender', 'locale'],
    examples: [
      { template: '[[1234 | spell]]', prints: 'one thousand two hundred thirty-four' },
      {
        template: '[[total | floor | spell]] [[total | modulo: 1 | times: 100 | round]]/100',
        data: { total: '80.50' },
        locale: 'fr',
        prints: 'quatre-vingts 50/100',
      },
      { template: '[[21 | spell: gender: "masculine"]] euros', locale: 'es', prints: 'veintiún euros' },
    ],
    apply: (value, { named }, scope) => (isNothing(value) ? value : spelled(value, named, scope)),
  },
};
