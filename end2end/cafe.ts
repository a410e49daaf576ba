// What the interviews of the specs are about: every widget, a dependency, required and optional things, in three categories.

const asked = { collectionType: 'direct_question' };

export const cafe = {
  context_type: 'idea_discovery',
  version: '1.0.0',
  display_name: 'A new café',
  config: {
    displayName: 'A new café',
    description: 'What it takes to open the doors.',
    obligations: [
      {
        ...asked, key: 'purpose', fieldPath: 'idea.purpose', label: 'Purpose', widgetType: 'text', priority: 10, category: 'idea',
        prompt: 'What kind of café do you want to open?', why: 'Everything else follows from it.', examples: ['a bakery with coffee'],
      },
      {
        ...asked, key: 'customers', fieldPath: 'idea.customers', label: 'Customers', widgetType: 'text', priority: 9, category: 'idea',
        prompt: 'Who should become a regular?', dependencies: ['purpose'],
      },
      {
        ...asked, key: 'service', fieldPath: 'offer.service', label: 'Service', widgetType: 'choice', priority: 8, category: 'offer',
        prompt: 'How will people be served?', why: 'Staff and space depend on it.',
        options: [
          { value: 'table', label: 'At the table', synonyms: ['waiter', 'table service'] },
          { value: 'counter', label: 'At the counter', synonyms: ['self service'] },
          { value: 'takeaway', label: 'Takeaway', synonyms: ['to go'] },
        ],
      },
      {
        ...asked, key: 'menu', fieldPath: 'offer.menu', label: 'Menu', widgetType: 'multiselect', priority: 7, category: 'offer',
        prompt: 'What will be on the menu?',
        options: ['coffee', 'cake', 'breakfast', 'lunch'].map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) })),
      },
      {
        ...asked, key: 'seats', fieldPath: 'place.seats', label: 'Seats', widgetType: 'number', priority: 6, category: 'place',
        prompt: 'How many seats will there be?',
      },
      {
        ...asked, key: 'opening', fieldPath: 'place.opening', label: 'Opening day', widgetType: 'date', priority: 5, category: 'place',
        prompt: 'When do you want to open?', dependencies: ['seats'],
      },
      {
        ...asked, key: 'style', fieldPath: 'place.style', label: 'Style', widgetType: 'text', priority: 3, category: 'place',
        prompt: 'What should the room feel like?',
      },
      {
        ...asked, key: 'music', fieldPath: 'place.music', label: 'Music', widgetType: 'choice', priority: 2, category: 'place',
        prompt: 'Will there be music?', options: ['live', 'recorded', 'none'],
      },
    ],
    phases: {
      opening: { goal: 'Get to know the plan', message: 'Hello! Let us plan your café.' },
      exploration: { goal: 'Fill in the picture', message: '' },
      validation: { goal: 'Check what was understood', message: '' },
      closing: { goal: 'Wrap up', message: '' },
    },
    completion: {
      minObligationsSatisfied: 5,
      minConfidenceScore: 0.7,
      requiredObligations: ['purpose', 'service', 'menu', 'seats', 'opening'],
    },
  },
};
