/** Numbers in words, by the rules of Unicode's CLDR, which `Intl` has no function for. */
import { existsSync, readFileSync } from 'node:fs';

/** A file for each language. */
const RULES = new URL('rbnf/', import.meta.resolve('cldr-rbnf/package.json'));

/** Rules by the name of their set, which begins with `%`. */
type RuleSets = Readonly<Record<string, readonly (readonly [base: string, text: string])[]>>;

interface Rule {
  /** The first number that the rule applies to. */
  readonly base: number;
  /** A power of the radix: the number is split into a quotient and a remainder by it. */
  readonly divisor: number;
  readonly text: string;
}

interface Rules {
  /** Rules for whole numbers, in ascending order. */
  readonly whole: readonly Rule[];
  readonly negative: string | undefined;
}

/** The largest number in words: many languages have digits beyond. */
export const MAX_IN_WORDS = 1e15 - 1;

/** Text for a remainder, and optionally another text without one. */
const OPTIONAL = /\[([^\]|]*)(?:\|([^\]]*))?\]/g;
/** The remainder, the quotient or the number itself, by a set of rules or as digits; or a plural form. */
const SUBSTITUTION = /(→→→)|([→←=])([^→←=]*)\2|\$\((cardinal|ordinal),([^)]*)\)\$/g;
/** Soft hyphens. They would prevent searching the document. */
const SOFT_HYPHENS = /\u00ad/g;
const DIGIT = /\d/;

/** Writes the numbers of one language. */
export class NumberWords {
  private readonly parsed = new Map<string, Rules>();

  private readonly cardinals: Intl.PluralRules;
  private readonly ordinals: Intl.PluralRules;

  private constructor(
    language: string,
    private readonly sets: RuleSets,
  ) {
    this.cardinals = new Intl.PluralRules(language);
    this.ordinals = new Intl.PluralRules(language, { type: 'ordinal' });
  }

  /**
   * @param locale a canonical tag.
   * @returns undefined for a language without rules.
   */
  static for(locale: string): NumberWords | undefined {
    const { language, script, region } = new Intl.Locale(locale).maximize();
    const name = SAME_WORDS.get(language) ?? language;
    for (const file of [`${name}-${region}`, `${name}-${script}`, name]) {
      const sets = ruleSets(file);
      if (sets !== undefined) return new NumberWords(file, sets);
    }
    return undefined;
  }

  /**
   * @param number whole, up to `MAX_IN_WORDS`.
   * @returns undefined if the language has no words for the number or the gender.
   */
  write(number: number, gender?: string): string | undefined {
    const set = gender === undefined ? '%spellout-numbering' : `%spellout-cardinal-${gender}`;
    if (this.sets[set] === undefined) return undefined;
    const words = this.bySet(set, number).replace(SOFT_HYPHENS, '');
    return DIGIT.test(words) ? undefined : words;
  }

  private bySet(name: string, number: number): string {
    const { whole, negative } = this.rules(name);
    if (number < 0 && negative !== undefined)
      return negative.replace(SUBSTITUTION, (_all, _before, _from, set) => this.bySet(set || name, -number));
    const index = whole.findLastIndex(({ base }) => base <= Math.abs(number));
    const rule = whole[index];
    if (rule === undefined) return String(number);
    const isForRests = rule.base % rule.divisor !== 0 && rule.text.includes('→');
    return this.byRule(name, isForRests && number % rule.divisor === 0 ? index - 1 : index, number);
  }

  private byRule(name: string, index: number, number: number): string {
    const rule = this.rules(name).whole[index];
    if (rule === undefined) return String(number);
    const rest = Math.abs(number) % rule.divisor;
    const times = Math.floor(Math.abs(number) / rule.divisor);
    const omits = rest === 0 && rule.base % rule.divisor === 0;
    const text = rule.text.replace(OPTIONAL, (_all, some: string, none = '') => (omits ? none : some));
    return text.replace(SUBSTITUTION, (_all, before, from, set, type, forms) => {
      if (before !== undefined) return this.byRule(name, index - 1, rest);
      if (forms !== undefined) return this.form(forms, type, times);
      const value = from === '→' ? rest : from === '←' ? times : number;
      return set === '' || set.startsWith('%') ? this.bySet(set || name, value) : String(value);
    });
  }

  /** @param forms as in `one{million}other{millions}`. */
  private form(forms: string, type: Intl.PluralRuleType, number: number): string {
    const rules = type === 'ordinal' ? this.ordinals : this.cardinals;
    const form = rules.select(number);
    const texts = new Map(Array.from(forms.matchAll(/(\w+)\{([^}]*)\}/g), ([, name, text = '']) => [name, text]));
    return texts.get(form) ?? texts.get('other') ?? '';
  }

  private rules(name: string): Rules {
    let rules = this.parsed.get(name);
    if (rules === undefined) {
      rules = rulesOf(this.sets[name] ?? []);
      this.parsed.set(name, rules);
    }
    return rules;
  }
}

/** Languages that CLDR has under another name. */
const SAME_WORDS = new Map([['nb', 'no']]);

function ruleSets(language: string): RuleSets | undefined {
  const file = new URL(`${language}.json`, RULES);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).rbnf.rbnf.SpelloutRules : undefined;
}

/** `1100/100` is a rule from 1100 on with 100 as its radix; others are for fractions, infinity and the like. */
const BASE = /^([\d,]+)(?:\/([\d,]+))?$/;

function rulesOf(set: readonly (readonly [string, string])[]): Rules {
  const whole: Rule[] = [];
  for (const [key, text] of set) {
    const [, base, radix = '10'] = BASE.exec(key.replaceAll(',', '')) ?? [];
    if (base !== undefined)
      whole.push({ base: Number(base), divisor: divisorOf(Number(base), Number(radix)), text: plain(text) });
  }
  const negative = set.find(([key]) => key === '-x')?.[1];
  return { whole, negative: negative === undefined ? undefined : plain(negative) };
}

/** Removes the final semicolon, and the apostrophe that protects a leading space. */
const plain = (text: string): string => text.replace(/;$/, '').replace(/^'/, '');

/** Returns the highest power of the radix that is not larger than the base. */
function divisorOf(base: number, radix: number): number {
  let divisor = 1;
  while (divisor * radix <= base) divisor *= radix;
  return divisor;
}
